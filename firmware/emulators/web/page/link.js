// The WebSocket to the device. It comes back by itself; what is sent while it is gone is not kept.
const FIRST_MS = 400; // before it is tried again for the first time; each time after that twice as long,
const MOST_MS = 10_000; // at most so long

export class Link {
  #handlers = new Map();
  #socket = null;
  #wait = FIRST_MS;

  on(kind, handler) {
    this.#handlers.set(kind, handler);
    return this;
  }

  open() {
    this.#socket = new WebSocket(`ws://${location.host}/device`);
    this.#socket.addEventListener("message", (event) => this.#tell(JSON.parse(event.data)));
    this.#socket.addEventListener("open", () => {
      this.#wait = FIRST_MS;
      this.#tell({ kind: "open" });
    });
    this.#socket.addEventListener("close", () => {
      this.#tell({ kind: "closed" });
      setTimeout(() => this.open(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, MOST_MS);
    });
  }

  send(what, values = {}) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ do: what, ...values }));
  }

  #tell(message) {
    this.#handlers.get(message.kind)?.(message);
  }
}
