// The WebSocket to the device. It reconnects by itself; messages are lost while it is closed.
const FIRST_WAIT_MS = 400; // before the first new try; twice as long before each further one
const MAX_WAIT_MS = 10_000;

export class Link {
  #handlers = new Map();
  #socket = null;
  #wait = FIRST_WAIT_MS;

  on(kind, handler) {
    this.#handlers.set(kind, handler);
    return this;
  }

  open() {
    this.#socket = new WebSocket(`ws://${location.host}/device`);
    this.#socket.addEventListener("message", (event) => this.#dispatch(JSON.parse(event.data)));
    this.#socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      this.#dispatch({ kind: "open" });
    });
    this.#socket.addEventListener("close", () => {
      this.#dispatch({ kind: "closed" });
      setTimeout(() => this.open(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, MAX_WAIT_MS);
    });
  }

  send(what, values = {}) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ do: what, ...values }));
  }

  #dispatch(message) {
    this.#handlers.get(message.kind)?.(message);
  }
}
