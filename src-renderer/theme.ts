/** @file The theme of the window: calm greys with a touch of blue-green, one accent colour, and compact controls. */

import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';
import { message } from '../src-shared/languages/message.ts';
import { focusPageIfLost } from './focus-page.ts';
import { decimalSeparator } from './wording.ts';

/** The library gives the focus back 10 ms after a dialog closes, and to nothing if something else has it by then. */
const AFTER_RETURN_MS = 30;

const harbour: MantineColorsTuple = [
  '#ecf6f6',
  '#d6e9ea',
  '#aed3d5',
  '#82bcbf',
  '#5fa9ad',
  '#3f9499',
  '#23797f',
  '#14646a',
  '#0d5056',
  '#073a3f',
];

const dark: MantineColorsTuple = [
  '#e4eaec',
  '#bcc6ca',
  '#9ba8ae',
  '#71808a',
  '#3b474e',
  '#2e383f',
  '#20282d',
  '#171d21',
  '#101518',
  '#0a0e10',
];

export const theme = createTheme({
  black: '#1a2428',
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 6 },
  colors: { harbour, dark },
  fontFamily: 'system-ui, -apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace',
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.35' }, h2: { fontSize: '1.0625rem', lineHeight: '1.4' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    NumberInput: { defaultProps: { decimalSeparator: decimalSeparator() } },
    // A menu opens at its first item: Enter is enough, and where the keyboard is can be seen.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        styles: { title: { fontWeight: 620, lineHeight: 1.35, overflowWrap: 'anywhere' } },
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        // A click beside it is easily made, and would throw away what was typed, or gigabytes that were copied.
        closeOnClickOutside: false,
        closeButtonProps: { 'aria-label': message('Close') },
        // What had the focus before, and gets it back, may be gone.
        // Counted from the next task on: at the end of this one, however long it takes, the library begins to count.
        onExitTransitionEnd: () => setTimeout(() => setTimeout(focusPageIfLost, AFTER_RETURN_MS)),
        // The page behind a dialog never scrolls as a whole, and the lock would need a style sheet without a nonce.
        lockScroll: false,
      },
    },
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      // Both small sizes have one size of text: the library’s have 12 and 14 pixels, which stand side by side on some pages.
      vars: (_, { size }) => ({ root: size === 'xs' || size === 'compact-sm' ? { '--button-fz': '13px' } : {} }),
    }),
    SegmentedControl: {
      defaultProps: {
        // In a narrow window each choice stays in sight.
        styles: {
          root: { background: 'var(--track)', flexWrap: 'wrap', maxWidth: '100%' },
          indicator: { background: 'var(--track-chosen)' },
        },
      },
    },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } },
  },
});

/** The colours that Mantine reads from variables; the page's own are in style.css. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1a2428',
    '--mantine-color-default-color': '#1a2428',
    '--mantine-color-disabled-color': '#6b7a82',
    '--mantine-color-dimmed': '#55646b',
    '--mantine-color-placeholder': '#64737a',
    '--mantine-color-default-border': '#c9d2d5',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-red-light': '#fcebe9',
    '--mantine-color-red-light-color': '#a8231b',
    '--mantine-color-green-light': '#e6f3ea',
    '--mantine-color-green-light-color': '#1d6b3f',
    '--mantine-color-yellow-light': '#fdf1d9',
    '--mantine-color-yellow-light-color': '#7d4f00',
    '--mantine-color-gray-light': '#eaeff0',
    '--mantine-color-gray-light-color': '#4b5960',
  },
  dark: {
    '--mantine-color-body': '#1b2226',
    '--mantine-color-text': '#e4eaec',
    '--mantine-color-default-color': '#e4eaec',
    '--mantine-color-disabled-color': '#94a2a9',
    '--mantine-color-dimmed': '#a3b0b6',
    '--mantine-color-placeholder': '#94a2a9',
    '--mantine-color-default': '#222a2f',
    '--mantine-color-default-hover': '#2a343a',
    '--mantine-color-default-border': '#46535a',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-red-light': '#3d201e',
    '--mantine-color-red-light-color': '#ff9a90',
    '--mantine-color-green-light': '#1b3325',
    '--mantine-color-green-light-color': '#7fd0a0',
    '--mantine-color-yellow-light': '#3a2d14',
    '--mantine-color-yellow-light-color': '#f0bf6b',
    '--mantine-color-gray-light': '#2b353b',
    '--mantine-color-gray-light-color': '#b2bec4',
  },
});

/** The choice of light or dark is stored only in the settings. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fromSettings) => fromSettings,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};
