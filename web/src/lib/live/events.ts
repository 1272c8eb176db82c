export interface ServerEvent {
  name: string;
  data: string;
}

/** Splits a text stream into events, however it is chunked: lines end in LF, CR LF or CR, an empty line ends an event. */
export function eventReader(onEvent: (event: ServerEvent) => void) {
  let rest = '';
  let name = '';
  let data: string[] = [];

  const take = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  };

  return (piece: string) => {
    rest += piece;
    // A trailing CR may be the first half of a CR LF.
    const isHalf = rest.endsWith('\r');
    const lines = (isHalf ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + (isHalf ? '\r' : '');
    for (const line of lines) take(line);
  };
}

/** Reads a body to its end. */
export async function readEvents(body: ReadableStream<Uint8Array>, onEvent: (event: ServerEvent) => void) {
  const push = eventReader(onEvent);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    push(decoder.decode(value, { stream: true }));
  }
}
