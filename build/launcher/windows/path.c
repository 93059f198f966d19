/*
 * path.exe add|remove user|machine: puts the folder of this program on the PATH, or takes it off. The installer calls it,
 * because the texts of NSIS end after some thousand characters: an installer that reads a longer PATH and writes it back
 * destroys it. The variable is changed as it stands in the registry, with its %VARIABLES%, and keeps its type.
 * Ends with 0, or with 1 and changes nothing.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <stdlib.h>
#include <wchar.h>

#define MACHINE L"SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment"

/* Where the folder stands in the list, as a whole entry; NULL when it does not. */
static wchar_t *find_entry(wchar_t *list, const wchar_t *folder, size_t length) {
  for (wchar_t *entry = list; entry; entry = wcschr(entry, L';'), entry = entry ? entry + 1 : NULL) {
    size_t size = wcscspn(entry, L";");
    /* A person may have written a backslash behind it. */
    if (size > 0 && entry[size - 1] == L'\\') size--;
    if (size == length && _wcsnicmp(entry, folder, length) == 0) return entry;
  }
  return NULL;
}

static void remove_entry(wchar_t *list, wchar_t *entry) {
  wchar_t *rest = entry + wcscspn(entry, L";");
  if (*rest) rest++;
  else if (entry > list) entry--;
  memmove(entry, rest, (wcslen(rest) + 1) * sizeof(wchar_t));
}

int wmain(int count, wchar_t **words) {
  if (count != 3) return 1;
  BOOL adds = wcscmp(words[1], L"add") == 0, is_machine = wcscmp(words[2], L"machine") == 0;
  if ((!adds && wcscmp(words[1], L"remove") != 0) || (!is_machine && wcscmp(words[2], L"user") != 0)) return 1;

  static wchar_t folder[32768];
  DWORD length = GetModuleFileNameW(NULL, folder, 32768);
  wchar_t *last = wcsrchr(folder, L'\\');
  if (length == 0 || length >= 32768 || !last) return 1;
  *last = L'\0';
  length = (DWORD)wcslen(folder);
  /* Such a name would be several entries. */
  if (wcschr(folder, L';')) return 1;

  HKEY key;
  if (RegCreateKeyExW(is_machine ? HKEY_LOCAL_MACHINE : HKEY_CURRENT_USER, is_machine ? MACHINE : L"Environment", 0, NULL,
                      0, KEY_QUERY_VALUE | KEY_SET_VALUE, NULL, &key, NULL) != ERROR_SUCCESS)
    return 1;
  DWORD type = REG_EXPAND_SZ, bytes = 0;
  LSTATUS found = RegQueryValueExW(key, L"Path", NULL, &type, NULL, &bytes);
  if (found != ERROR_SUCCESS && found != ERROR_FILE_NOT_FOUND) return 1;
  if (found == ERROR_SUCCESS && type != REG_SZ && type != REG_EXPAND_SZ) return 1;
  /* Room for a separator, the folder and an end: the registry need not store one. */
  wchar_t *list = calloc(bytes / sizeof(wchar_t) + length + 3, sizeof(wchar_t));
  if (!list) return 1;
  if (found == ERROR_SUCCESS && RegQueryValueExW(key, L"Path", NULL, &type, (BYTE *)list, &bytes) != ERROR_SUCCESS) return 1;

  wchar_t *entry = find_entry(list, folder, length);
  if (adds == (entry != NULL)) return 0;
  if (adds) {
    size_t end = wcslen(list);
    if (end > 0 && list[end - 1] != L';') wcscat(list, L";");
    wcscat(list, folder);
  } else {
    remove_entry(list, entry);
  }
  LSTATUS stored = RegSetValueExW(key, L"Path", 0, type, (const BYTE *)list, (DWORD)((wcslen(list) + 1) * sizeof(wchar_t)));
  if (stored != ERROR_SUCCESS) return 1;
  /* Programs that start from now on see it; a window that hangs must not hold the installer. */
  SendMessageTimeoutW(HWND_BROADCAST, WM_SETTINGCHANGE, 0, (LPARAM)L"Environment", SMTO_ABORTIFHUNG, 1000, NULL);
  return 0;
}
