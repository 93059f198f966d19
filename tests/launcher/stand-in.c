/*
 * In place of Tranship.exe, a program with windows: prints its arguments as it gets them, one on each line, and does what
 * they say. exit N · wait: for Ctrl-C, and then for the end of the input · flood: a million bytes · orphan: leaves a
 * process behind that holds the pipes open.
 */
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void print(DWORD stream, const wchar_t *text) {
  char bytes[8192];
  DWORD written;
  int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes - 1, NULL, NULL);
  bytes[length - 1] = '\n';
  WriteFile(GetStdHandle(stream), bytes, (DWORD)length, &written, NULL);
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, PWSTR line, int show) {
  (void)instance, (void)before, (void)line, (void)show;
  int count;
  DWORD written;
  HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE);
  wchar_t **arguments = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int one = 1; one < count; one++) print(STD_OUTPUT_HANDLE, arguments[one]);
  for (int one = 1; one < count; one++) {
    if (wcscmp(arguments[one], L"exit") == 0) return (int)wcstoul(arguments[one + 1], NULL, 0);
    if (wcscmp(arguments[one], L"empty-write") == 0) WriteFile(out, "", 0, &written, NULL), print(STD_OUTPUT_HANDLE, L"after");
    if (wcscmp(arguments[one], L"error") == 0) print(STD_ERROR_HANDLE, L"to the error output");
    if (wcscmp(arguments[one], L"flood") == 0)
      for (int line = 0; line < 10000; line++)
        if (!WriteFile(out, "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789", 100, &written, NULL)) return 3;
    if (wcscmp(arguments[one], L"orphan") == 0) {
      STARTUPINFOW start = {sizeof start};
      PROCESS_INFORMATION process;
      wchar_t path[4096], call[] = L"Tranship.exe sleep";
      GetModuleFileNameW(NULL, path, 4096);
      CreateProcessW(path, call, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process);
    }
    if (wcscmp(arguments[one], L"sleep") == 0) Sleep(60000);
    if (wcscmp(arguments[one], L"wait") == 0) {
      char byte;
      DWORD read;
      print(STD_OUTPUT_HANDLE, L"waiting");
      while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), &byte, 1, &read, NULL) && read > 0)
        if (byte == 3) return 4;
      HANDLE note = CreateFileW(arguments[one + 1], GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
      WriteFile(note, "ended", 5, &written, NULL);
      return 4;
    }
  }
  return 0;
}
