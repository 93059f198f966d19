; Joins the installer that Electron-builder writes for Windows. Tranship appears under "Open with" for JSON Lines and
; becomes the default app for nothing. All of it goes below the keys of this person or of the machine, as installed
; (SHELL_CONTEXT), and leaves with the uninstaller, which an upgrade also runs.

!include "WordFunc.nsh"

!define OPEN_WITH_KIND "Tranship.jsonl"
!define OPEN_WITH_APP "Software\Classes\Applications\${PRODUCT_FILENAME}.exe"

; The id by which Windows starts Tranship for a click on a notification; src-main/shells/electron/toast.ts has the same.
!define TOAST_ACTIVATOR "{3B6C1E0A-7F5D-4C58-9E0B-5D2A8F41C7E6}"
; As Electron-builder calls the folder of its own updates: by the name of the package.
!define KEPT_INSTALLER "tranship-updater"

; The command `tranship` on the PATH.
!include "${BUILD_RESOURCES_DIR}\launcher\path.nsh"

; How the names of exports end; src-shared/folder-contents.ts has the same.
!macro forEachEnding do
  !insertmacro ${do} "jsonl"
  !insertmacro ${do} "ndjson"
  !insertmacro ${do} "jsonlines"
!macroend

!macro addEnding ending
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${ending}\OpenWithProgids" "${OPEN_WITH_KIND}"
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_APP}\SupportedTypes" ".${ending}" ""
!macroend

!macro removeEnding ending
  ; Only our value: others may be listed in the same key.
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${ending}\OpenWithProgids" "${OPEN_WITH_KIND}"
  !insertmacro removeEmptyKey "Software\Classes\.${ending}\OpenWithProgids"
  !insertmacro removeEmptyKey "Software\Classes\.${ending}"
!macroend

; DeleteRegKey /ifempty also removes a key that has values, and only no further keys below it.
!macro removeEmptyKey key
  ${if} $installMode == "all"
    StrCpy $0 0x80000002 ; HKEY_LOCAL_MACHINE
  ${else}
    StrCpy $0 0x80000001 ; HKEY_CURRENT_USER
  ${endif}
  System::Call 'shlwapi::SHDeleteEmptyKeyW(p r0, w "${key}")'
!macroend

; Electron-builder's installer keeps a copy of itself for updates that this app does not take (decision 0011), always for
; the person who installs.
!macro removeKeptInstaller
  SetShellVarContext current
  RMDir /r "$LOCALAPPDATA\${KEPT_INSTALLER}"
  ${if} $installMode == "all"
    SetShellVarContext all
  ${endif}
!macroend

!macro tellExplorer
  ; SHCNE_ASSOCCHANGED: what opens a file has changed.
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0x1000, i 0, i 0)'
!macroend

; A newer version may have changed the data folder so that an older one cannot read it: refused as the MSI does, with the
; code of Windows Installer for “another version is installed already”, before anything is touched.
!macro refuseOlderThan root
  ReadRegStr $0 ${root} "${UNINSTALL_REGISTRY_KEY}" DisplayVersion
  ${VersionCompare} "$0" "${VERSION}" $1
  ${if} $0 != ""
  ${andIf} $1 == 1
    ${ifNot} ${Silent}
      MessageBox MB_OK|MB_ICONSTOP "Tranship $0 is installed, which is newer than ${VERSION}. To go back, uninstall it first. The data folder stays; the older version may not be able to read it."
    ${endIf}
    SetErrorLevel 1638
    Quit
  ${endIf}
!macroend

!macro customInit
  !insertmacro refuseOlderThan HKEY_CURRENT_USER
  !insertmacro refuseOlderThan HKEY_LOCAL_MACHINE
!macroend

!macro customInstall
  !insertmacro removeKeptInstaller
  !insertmacro forEachEnding addEnding
  WriteRegStr SHELL_CONTEXT "Software\Classes\${OPEN_WITH_KIND}" "" "JSON Lines export"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${OPEN_WITH_KIND}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${OPEN_WITH_KIND}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_APP}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_APP}\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro tellExplorer
  !insertmacro addTranshipToPath
!macroend

; What Electron itself has registered for this person with the first notification. An update brings it back.
!macro removeNotifications
  DeleteRegKey HKCU "Software\Classes\CLSID\${TOAST_ACTIVATOR}"
  ; Beside the shortcut of all users, Electron makes one for each person; of this person alone, it is the installer's own.
  ${if} $installMode == "all"
    SetShellVarContext current
    Delete "$SMPROGRAMS\${SHORTCUT_NAME}.lnk"
    SetShellVarContext all
  ${endif}
!macroend

!macro customUnInstall
  !insertmacro removeNotifications
  !insertmacro removeKeptInstaller
  !insertmacro forEachEnding removeEnding
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${OPEN_WITH_KIND}"
  DeleteRegKey SHELL_CONTEXT "${OPEN_WITH_APP}"
  !insertmacro tellExplorer
  !insertmacro removeTranshipFromPath
!macroend
