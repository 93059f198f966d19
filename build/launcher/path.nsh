; The command "tranship" on the PATH: of this person, or of all users where the installation is for all. path.exe changes
; the PATH, because a text of NSIS is too short for it.

!macro transhipPath action
  ${if} $installMode == "all"
    nsExec::Exec '"$INSTDIR\resources\command\path.exe" ${action} machine'
  ${else}
    nsExec::Exec '"$INSTDIR\resources\command\path.exe" ${action} user'
  ${endif}
  ; What went wrong; the installation is of use without the command.
  Pop $R0
!macroend

; Call it in customInstall.
!macro addTranshipToPath
  !insertmacro transhipPath add
!macroend

; Call it in customUnInstall, which runs before the files are removed. An update installs it again at once.
!macro removeTranshipFromPath
  ${ifNot} ${isUpdated}
    !insertmacro transhipPath remove
  ${endif}
!macroend
