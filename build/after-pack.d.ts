/** @file The types of after-pack.js, which electron-builder loads as it is. */

interface Packed {
  /** The folder that was laid out. */
  appOutDir: string;
  /** As `process.platform`. */
  electronPlatformName: string;
  packager: { appInfo: { productFilename: string } };
}

export default function afterPack(packed: Packed): Promise<void>;
