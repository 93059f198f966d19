/** @file What the properties of a macOS app (Info.plist) say, beyond what Electron-builder can be told. Pure. */

/** The system asks people before it grants these; Tranship asks only for what it uses. */
const askedFor = new Set(['NSLocalNetworkUsageDescription']);

/**
 * Without what Electron brings for apps of every kind: reasons to use the camera, the microphone and Bluetooth, and leave
 * for connections without encryption, which Electron-builder adds. Chromium and Node do not ask the system for that leave.
 */
export function leanProperties(properties) {
  const isExcess = (key) => key === 'NSAppTransportSecurity' || (/UsageDescription$/.test(key) && !askedFor.has(key));
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !isExcess(key)));
}
