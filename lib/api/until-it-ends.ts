/** The same bytes; `end` is called when there are no more, or nobody reads them. */
export function untilItEnds(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}

/** An answer that goes on for as long as somebody follows it. */
export const isEventStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") ?? false;

/** Whether an answer is still being made when it begins: of a download in one piece the length is known. */
export const goesOn = (response: Response): boolean =>
  isEventStream(response) ||
  (response.headers.has("content-disposition") && !response.headers.has("content-length"));
