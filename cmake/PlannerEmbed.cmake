# Compiles catalog/ and rules/ into one binary blob at build time and embeds it in the library planner_embedded,
# because parsing a few hundred kilobytes of YAML at every start would cost more than everything else together.

add_executable(planner_embed_tool "${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed_tool.cpp")
target_link_libraries(planner_embed_tool PRIVATE planner_source)
planner_compile_options(planner_embed_tool)

file(GLOB_RECURSE PLANNER_EMBEDDED_FILES CONFIGURE_DEPENDS
     "${CMAKE_CURRENT_SOURCE_DIR}/catalog/*.yaml" "${CMAKE_CURRENT_SOURCE_DIR}/rules/*.yaml")
set(blob "${CMAKE_CURRENT_BINARY_DIR}/embedded.bin")
add_custom_command(
  OUTPUT "${blob}"
  COMMAND planner_embed_tool "${CMAKE_CURRENT_SOURCE_DIR}" catalog rules "${blob}"
  DEPENDS planner_embed_tool ${PLANNER_EMBEDDED_FILES}
  COMMENT "Compiling catalog and rules into one blob"
  VERBATIM)
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/embedded.S" CONTENT
"  .section .rodata
  .global planner_embedded_begin
  .global planner_embedded_end
  .balign 16
planner_embedded_begin:
  .incbin \"${blob}\"
planner_embedded_end:
  .byte 0
  .section .note.GNU-stack,\"\",@progbits
" @ONLY)
enable_language(ASM)
set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/embedded.S" PROPERTIES OBJECT_DEPENDS "${blob}")
add_library(planner_embedded STATIC "${CMAKE_CURRENT_BINARY_DIR}/embedded.S")
