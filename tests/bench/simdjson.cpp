// Parses each line of a file with simdjson and prints {lines, milliseconds, processorMs, peakBytes}. Built by others.ts.
#include <sys/resource.h>
#include <chrono>
#include <cstdio>
#include <simdjson.h>

static double processorMs() {
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
}

int main(int, char **parameters) {
  auto began = std::chrono::steady_clock::now();
  double before = processorMs();
  simdjson::dom::parser parser;
  simdjson::dom::document_stream documents;
  // Longer lines than this would end the stream.
  if (parser.load_many(parameters[1], 16 << 20).get(documents)) return 1;
  long lines = 0;
  for (auto document : documents) {
    if (document.error()) return 2;
    lines++;
  }
  double took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("{\"lines\":%ld,\"milliseconds\":%f,\"processorMs\":%f,\"peakBytes\":%ld}\n", lines, took, processorMs() - before,
         used.ru_maxrss * 1024L);
}
