# Compiles catalog/ and rules/ into one binary blob at build time and embeds it in the library planner_embedded,
# because parsing a few hundred kilobytes of YAML at every start would cost more than everything else together.

add_executable(planner_embed_tool "${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed_tool.cpp")
target_link_libraries(planner_embed_tool PRIVATE planner_source)
planner_compile_options(planner_embed_tool SHARE_PCH planner_units)

# planner_blob(name): packs <name>/*.yaml into embedded_<name>.bin.
function(planner_blob name)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.yaml")
  set(blob "${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.bin")
  add_custom_command(
    OUTPUT "${blob}"
    COMMAND planner_embed_tool "${CMAKE_CURRENT_SOURCE_DIR}" ${name} "${blob}"
    DEPENDS planner_embed_tool ${files}
    COMMENT "Compiling ${name} into one blob"
    VERBATIM)
  set(PLANNER_BLOB_LINES "${PLANNER_BLOB_LINES}
  .global planner_embedded_${name}_begin
  .global planner_embedded_${name}_end
  .balign 16
planner_embedded_${name}_begin:
  .incbin \"${blob}\"
planner_embedded_${name}_end:
  .byte 0" PARENT_SCOPE)
  set(PLANNER_BLOBS ${PLANNER_BLOBS} "${blob}" PARENT_SCOPE)
endfunction()

# Two blobs, so that both can be read at the same time.
planner_blob(catalog)
planner_blob(rules)
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/embedded.S" CONTENT
"  .section .rodata${PLANNER_BLOB_LINES}
  .section .note.GNU-stack,\"\",@progbits
" @ONLY)
enable_language(ASM)
set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/embedded.S" PROPERTIES OBJECT_DEPENDS "${PLANNER_BLOBS}")
add_library(planner_embedded STATIC "${CMAKE_CURRENT_BINARY_DIR}/embedded.S")
