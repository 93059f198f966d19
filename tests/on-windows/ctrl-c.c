/**
 * @file Runs a command in a console of its own, and presses Ctrl-C in it once a file is there: `ctrl-c.exe FILE COMMAND…`. Ends
 * with the exit code of the command.
 */

#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int wmain(int count, wchar_t **arguments) {
  static wchar_t command[32768];
  for (int at = 2; at < count; at++) {
    wcscat(command, at == 2 ? L"\"" : L" \"");
    wcscat(command, arguments[at]);
    wcscat(command, L"\"");
  }
  STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
  start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  FreeConsole();
  if (!AllocConsole()) return 101;
  PROCESS_INFORMATION child;
  if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) return 102;
  while (GetFileAttributesW(arguments[1]) == INVALID_FILE_ATTRIBUTES)
    if (WaitForSingleObject(child.hProcess, 50) == WAIT_OBJECT_0) return 103;
  /* Not before the command was started, which would ignore it, too. */
  SetConsoleCtrlHandler(NULL, TRUE);
  if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) return 104;
  WaitForSingleObject(child.hProcess, INFINITE);
  DWORD code;
  return GetExitCodeProcess(child.hProcess, &code) ? (int)code : 105;
}
