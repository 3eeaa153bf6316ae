// The WebSocket to the device. It comes back by itself; what is sent while it is gone is not kept.
const AGAIN_MS = 400;

export class Link {
  #handlers = new Map();
  #socket = null;

  on(kind, handler) {
    this.#handlers.set(kind, handler);
    return this;
  }

  open() {
    this.#socket = new WebSocket(`ws://${location.host}/device`);
    this.#socket.addEventListener("message", (event) => this.#tell(JSON.parse(event.data)));
    this.#socket.addEventListener("open", () => this.#tell({ kind: "open" }));
    this.#socket.addEventListener("close", () => {
      this.#tell({ kind: "closed" });
      setTimeout(() => this.open(), AGAIN_MS);
    });
  }

  send(what, values = {}) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ do: what, ...values }));
  }

  #tell(message) {
    this.#handlers.get(message.kind)?.(message);
  }
}
