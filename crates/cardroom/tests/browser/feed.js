// Stands in the place of the line to a table: views that a test hands over come to the page as the stream brings them.
(() => {
  const Real = window.WebSocket;
  let line = null;
  window.feed = (view, lines = [], type = "snapshot") => {
    if (!line) return false;
    line.onmessage({ data: JSON.stringify({ type, view, lines }) });
    return true;
  };
  window.WebSocket = class {
    static OPEN = Real.OPEN;
    readyState = Real.OPEN;
    constructor() {
      line = this;
      setTimeout(() => this.onopen?.());
    }
    send() {}
    close() {}
  };
})();
