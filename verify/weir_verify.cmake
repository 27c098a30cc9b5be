# SPDX-License-Identifier: Apache-2.0
# weir_verify(NAME POOL template HEADERS header... [LIBRARIES target...] [EXECUTIONS n] [EXCUSES file] [CONFORMANCE axis case ...] [SPEC model])
# verifies a pool with policies of yours; docs/verify_your_own.md. It is there after add_subdirectory(weir) or find_package(weir).
#   POOL         a template over the platform, with its namespaces: template <class P> using my_pool = weir::pool<..., P>;
#   HEADERS      where it is, and its policies: only these are looked through and broken. In the order in which a program includes them
#   LIBRARIES    what they include besides weir
#   EXECUTIONS   of each random scheduler, and at most of a search, for each scenario; 5000
#   EXCUSES      lines `file function mutation  # reason`, for broken sites that need not be noticed
#   CONFORMANCE  policies alone, each with its axis: queue "queue_case<mine::ring<2>, 2>" growth mine::half. Only with add_subdirectory(weir)
#   SPEC         the plain class that says what the pool's queue promises, with its namespaces
# Makes these programs, which are built by the target NAME only, and these tests:
#   NAME_model NAME_properties NAME_stress NAME_conformance NAME_spec    and NAME_sites NAME_doorway, which have no program of their own
# Needs the Debian packages relacy-dev, librapidcheck-dev, python3 and clang; for CONFORMANCE libgtest-dev.

set(WEIR_VERIFY_FOLDER "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL "where the checkers are")

# What all model checks have in common, and all properties, compiled once.
function(_weir_verify_libraries)
  if(TARGET weir_checker)
    return()
  endif()
  file(GLOB properties CONFIGURE_DEPENDS "${WEIR_VERIFY_FOLDER}/properties/*.cpp")
  add_library(weir_checker STATIC EXCLUDE_FROM_ALL "${WEIR_VERIFY_FOLDER}/support/checker.cpp")
  add_library(weir_properties STATIC EXCLUDE_FROM_ALL ${properties})
  target_link_libraries(weir_checker PUBLIC weir::weir)
  target_link_libraries(weir_properties PUBLIC weir::weir rapidcheck)
  # A checker that was built otherwise sees nothing of freed memory: these are not for the user to choose.
  target_compile_definitions(weir_checker PUBLIC RL_DO_ASSERT=1)
  target_compile_options(weir_checker PUBLIC -O1 -U_FORTIFY_SOURCE $<$<CXX_COMPILER_ID:GNU>:-fno-lifetime-dse>)
  target_compile_options(weir_checker PRIVATE -O2)
endfunction()

function(_weir_verify_program name part body)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}_${part}.cpp")
  file(GENERATE OUTPUT "${source}" CONTENT "${includes}${body}")
  add_executable(${name}_${part} EXCLUDE_FROM_ALL "${source}")
  target_include_directories(${name}_${part} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${name}_${part} PRIVATE weir::weir ${arg_LIBRARIES} ${ARGN})
  add_dependencies(${name} ${name}_${part})
endfunction()

function(weir_verify name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "POOL;EXECUTIONS;EXCUSES;SPEC" "HEADERS;LIBRARIES;CONFORMANCE")
  if(NOT arg_POOL OR NOT arg_HEADERS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weir_verify(${name}): give POOL and HEADERS; these words are not known: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_EXECUTIONS)
    set(arg_EXECUTIONS 5000)
  endif()
  _weir_verify_libraries()
  set(includes "")
  set(headers "")
  foreach(header IN LISTS arg_HEADERS)
    get_filename_component(path "${header}" ABSOLUTE)
    list(APPEND headers "${path}")
    string(APPEND includes "#include \"${path}\"\n")
  endforeach()
  add_custom_target(${name})
  set(main "int main([[maybe_unused]] int argc, [[maybe_unused]] char** argv) { return weir::verify::")
  _weir_verify_program(
    ${name} model "#include <weir/verify/harness.hpp>\n${main}verify<${arg_POOL}>(argc, argv); }\n" weir_checker
  )
  _weir_verify_program(
    ${name} properties "#include <weir/verify/properties/check.hpp>\n${main}check_properties<${arg_POOL}>(\"${arg_POOL}\"); }\n" weir_properties
  )
  _weir_verify_program(${name} stress "#include <weir/verify/stress/stress.hpp>\n${main}stress_test<${arg_POOL}>(\"${arg_POOL}\"); }\n")
  add_test(NAME ${name}_model COMMAND ${name}_model --executions=${arg_EXECUTIONS})
  add_test(NAME ${name}_properties COMMAND ${name}_properties)
  add_test(NAME ${name}_stress COMMAND ${name}_stress)
  set(excuses "")
  if(arg_EXCUSES)
    get_filename_component(path "${arg_EXCUSES}" ABSOLUTE)
    set(excuses "--excuses=${path}")
  endif()
  add_test(NAME ${name}_sites COMMAND bash "${WEIR_VERIFY_FOLDER}/sites.sh" $<TARGET_FILE:${name}_model> ${arg_EXECUTIONS} ${excuses} -- ${headers})
  set(directories "$<TARGET_PROPERTY:${name}_model,INCLUDE_DIRECTORIES>")
  add_test(
    NAME ${name}_doorway
    COMMAND python3 -B "${WEIR_VERIFY_FOLDER}/doorway.py" "$<$<BOOL:${directories}>:-I$<JOIN:${directories},;-I>>" ${headers}
    COMMAND_EXPAND_LISTS
  )
  if(arg_SPEC)
    _weir_verify_program(
      ${name} spec "#include <weir/verify/model_of_pool.hpp>\n${main}verify_queue_of<${arg_POOL}, ${arg_SPEC}>(argc, argv); }\n" weir_checker
    )
    math(EXPR executions "${arg_EXECUTIONS} / 10")
    add_test(NAME ${name}_spec COMMAND ${name}_spec --executions=${executions})
  endif()
  if(arg_CONFORMANCE)
    get_filename_component(source "${WEIR_VERIFY_FOLDER}/.." ABSOLUTE)
    if(NOT EXISTS "${source}/tests/conformance")
      message(FATAL_ERROR "weir_verify(${name}): CONFORMANCE needs weir's source: add_subdirectory(weir)")
    endif()
    set(body "")
    while(arg_CONFORMANCE)
      list(POP_FRONT arg_CONFORMANCE axis case)
      string(APPEND body "#include \"tests/conformance/${axis}_conformance.hpp\"\nnamespace weir::tests {\n"
             "using ${axis}_of_${name} = testing::Types<${case}>;\n"
             "INSTANTIATE_TYPED_TEST_SUITE_P(${name}, ${axis}_conformance, ${axis}_of_${name});\n}\n"
      )
    endwhile()
    _weir_verify_program(${name} conformance "${body}" gtest gtest_main rapidcheck)
    target_include_directories(${name}_conformance PRIVATE "${source}")
    target_sources(${name}_conformance PRIVATE "${source}/tests/support/allocations.cpp")
    add_test(NAME ${name}_conformance COMMAND ${name}_conformance)
  endif()
endfunction()
