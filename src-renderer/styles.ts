/**
 * @file The styles of the library, then those of the page. Each part of the page that is loaded by itself imports them first,
 * so that they come before the styles of components, which change them.
 */

import '@mantine/core/styles.css';
import './style.css';
import './accessibility.css';
