# Each folder under engine/ is a library of its own, so that the linker enforces who may use whom.

# planner_compile_options(target [PCH headers...] [SHARE_PCH owner]): warnings, sanitizers and precompiled headers: the
# standard ones that nearly every file includes and the named ones, or those that another target compiles. A compiled
# header takes longer than most files, so few targets have their own.
function(planner_compile_options target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SHARE_PCH" "PCH")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 sees overlapping and endless copies in `"text" + string` at -O3 (GCC bugs 105651, 105329); a precompiled
    # header makes it report them from inside the standard library.
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  endif()
  if(PLANNER_PCH AND arg_SHARE_PCH AND NOT arg_SHARE_PCH STREQUAL target)
    target_precompile_headers(${target} REUSE_FROM ${arg_SHARE_PCH})
  elseif(PLANNER_PCH)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory> <optional>
                              <string> <variant> <vector> ${arg_PCH})
  endif()
  if(PLANNER_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(PLANNER_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(PLANNER_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()

# planner_library(name deps...): engine/<name>/*.cpp as planner_<name>. The reports write JSON, all others share the
# precompiled headers of the first library.
function(planner_library name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/engine/${name}/*.cpp")
  if(NOT sources)
    return()
  endif()
  add_library(planner_${name} STATIC ${sources})
  target_include_directories(planner_${name} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/engine")
  foreach(dep IN LISTS ARGN)
    if(TARGET planner_${dep})
      target_link_libraries(planner_${name} PUBLIC planner_${dep})
    endif()
  endforeach()
  if(name STREQUAL "report")
    planner_compile_options(planner_${name} PCH <nlohmann/json.hpp>)
  else()
    planner_compile_options(planner_${name} SHARE_PCH planner_units)
  endif()
endfunction()
