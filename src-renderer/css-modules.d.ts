/** @file The type of imported style sheets: the names of their classes. */

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
