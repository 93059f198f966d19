/** @file What the window says while there is nothing in the queue: what to do, and what will happen then. */

export function EmptyQueue({ onAddFiles }: { onAddFiles: () => void }) {
  return (
    <section className="empty" aria-labelledby="empty-title">
      <h2 id="empty-title">Nothing to send yet</h2>
      <p>Add a migration export (a JSON Lines file). Tranship then does the rest, in this order:</p>
      <ol>
        <li>It checks every line on this computer. A file with errors is held back; nothing of it is sent.</li>
        <li>It sends the file in batches, and goes on by itself when the network comes back.</li>
        <li>It follows the batches until the service is done with them.</li>
      </ol>
      <button type="button" className="primary" onClick={onAddFiles}>
        Add files…
      </button>
    </section>
  );
}
