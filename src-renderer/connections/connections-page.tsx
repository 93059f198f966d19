/** @file A placeholder. */

export function ConnectionsPage() {
  return <h1>ConnectionsPage</h1>;
}
