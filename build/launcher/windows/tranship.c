/*
 * tranship.exe, the command line of the installed Tranship on Windows. Tranship.exe is a program with windows: a console
 * neither shows its output nor waits for it. This program starts it with pipes, passes on what it prints and its exit
 * code, and tells it of Ctrl-C through its standard input (src-main/shells/electron/launcher-signals.ts).
 * It lies in resources\command of the installation: beside Tranship.exe it would have the same name.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define LONGEST_LINE 32768 /* what CreateProcess takes, with the end */
/* Of the exit codes of Tranship, 0 to 5. */
#define WRONG_CALL 2
#define FAULT 5

typedef struct {
  HANDLE from, to;
  BOOL is_console;
} Pump;

static HANDLE app, interrupts;

/* Writes UTF-8; a console shows it whatever its code page is. */
static BOOL write_out(const Pump *pump, const char *bytes, DWORD count) {
  DWORD written;
  if (pump->to == NULL || pump->to == INVALID_HANDLE_VALUE) return TRUE;
  if (pump->is_console) {
    wchar_t wide[4096];
    int length = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)count, wide, 4096);
    return WriteConsoleW(pump->to, wide, (DWORD)length, &written, NULL);
  }
  for (; count > 0; bytes += written, count -= written)
    if (!WriteFile(pump->to, bytes, count, &written, NULL)) return FALSE;
  return TRUE;
}

/* How many of the bytes are whole characters: the last one may still be on its way. */
static DWORD whole_characters(const char *bytes, DWORD count) {
  for (DWORD back = 1; back <= 3 && back <= count; back++) {
    unsigned char byte = (unsigned char)bytes[count - back];
    if ((byte & 0xC0) == 0x80) continue;
    return (byte >= 0xF0 ? 4u : byte >= 0xE0 ? 3u : byte >= 0xC0 ? 2u : 1u) > back ? count - back : count;
  }
  return count;
}

/* Passes on what the app prints, to its end. */
static DWORD WINAPI run_pump(void *argument) {
  Pump *pump = argument;
  char bytes[4096];
  DWORD held = 0, count;
  while (ReadFile(pump->from, bytes + held, sizeof bytes - held, &count, NULL)) {
    held += count; /* a write of no bytes arrives as such, and is no end */
    DWORD whole = pump->is_console ? whole_characters(bytes, held) : held;
    if (!write_out(pump, bytes, whole)) break;
    memmove(bytes, bytes + whole, held - whole);
    held -= whole;
  }
  CloseHandle(pump->from); /* where the reader has gone, the app is told so */
  return 0;
}

static Pump pump_to(DWORD name) {
  Pump pump = {NULL, GetStdHandle(name), FALSE};
  DWORD mode;
  pump.is_console = GetConsoleMode(pump.to, &mode);
  return pump;
}

static int fail(int code, const char *sentence, DWORD reason) {
  Pump error = pump_to(STD_ERROR_HANDLE);
  char text[512];
  int length = snprintf(text, sizeof text, "%s (Windows: 0x%lX)\n", sentence, reason);
  write_out(&error, text, (DWORD)length);
  return code;
}

/* Ctrl-C, Ctrl-Break, and the end of the console or the session, at which Windows waits for a few seconds. */
static BOOL WINAPI on_control(DWORD kind) {
  DWORD written;
  WriteFile(interrupts, "\x03", 1, &written, NULL);
  if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) WaitForSingleObject(app, INFINITE);
  return TRUE;
}

/* A pipe of which the app gets one end. */
static BOOL make_pipe(HANDLE *ours, HANDLE *theirs, BOOL we_write) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  return CreatePipe(we_write ? theirs : ours, we_write ? ours : theirs, &inherited, 0) &&
         SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0);
}

/* The arguments as they were typed, which the app reads by the same rules. Only the program's own name is dropped. */
static const wchar_t *arguments(void) {
  const wchar_t *line = GetCommandLineW();
  for (BOOL quoted = FALSE; *line && (quoted || (*line != L' ' && *line != L'\t')); line++)
    if (*line == L'"') quoted = !quoted;
  return line;
}

int wmain(void) {
  static wchar_t path[LONGEST_LINE], line[LONGEST_LINE];
  GetModuleFileNameW(NULL, path, LONGEST_LINE);
  for (int level = 0; level < 3; level++) {
    wchar_t *last = wcsrchr(path, L'\\');
    if (last) *last = L'\0';
  }
  int length = _snwprintf(line, LONGEST_LINE, L"\"%ls\\Tranship.exe\" --cli=launcher --%ls", path, arguments());
  if (length < 0 || length >= LONGEST_LINE) return fail(WRONG_CALL, "The call is too long.", ERROR_BAD_LENGTH);
  wcscat(path, L"\\Tranship.exe");

  Pump out = pump_to(STD_OUTPUT_HANDLE), error = pump_to(STD_ERROR_HANDLE);
  STARTUPINFOEXW start = {0};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  if (!make_pipe(&interrupts, &start.StartupInfo.hStdInput, TRUE) ||
      !make_pipe(&out.from, &start.StartupInfo.hStdOutput, FALSE) ||
      !make_pipe(&error.from, &start.StartupInfo.hStdError, FALSE))
    return fail(FAULT, "The pipes to Tranship cannot be made.", GetLastError());
  /* Of all handles that this process may have, the app gets only these. */
  HANDLE given[] = {start.StartupInfo.hStdInput, start.StartupInfo.hStdOutput, start.StartupInfo.hStdError};
  static char list[256];
  SIZE_T size = sizeof list;
  start.lpAttributeList = (LPPROC_THREAD_ATTRIBUTE_LIST)list;
  if (!InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size) ||
      !UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, given, sizeof given, NULL, NULL))
    return fail(FAULT, "Tranship cannot be started.", GetLastError());
  PROCESS_INFORMATION process;
  if (!CreateProcessW(path, line, NULL, NULL, TRUE, CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT, NULL, NULL,
                      &start.StartupInfo, &process))
    return fail(FAULT, "Tranship.exe cannot be started. Install Tranship again.", GetLastError());
  app = process.hProcess;
  for (int one = 0; one < 3; one++) CloseHandle(given[one]);
  SetConsoleCtrlHandler(on_control, TRUE);
  /* What the app leaves behind is ended with it: it would hold the pipes open. */
  HANDLE job = CreateJobObjectW(NULL, NULL);
  AssignProcessToJobObject(job, app);
  HANDLE pumps[] = {CreateThread(NULL, 0, run_pump, &out, 0, NULL), CreateThread(NULL, 0, run_pump, &error, 0, NULL)};
  ResumeThread(process.hThread);

  WaitForSingleObject(app, INFINITE);
  DWORD code = FAULT;
  GetExitCodeProcess(app, &code);
  TerminateJobObject(job, FAULT);
  WaitForMultipleObjects(2, pumps, TRUE, INFINITE);
  return code <= FAULT ? (int)code : fail(FAULT, "Tranship has ended unexpectedly. The queue is safe.", code);
}
