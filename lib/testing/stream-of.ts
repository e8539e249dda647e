/** A stream that gives these pieces, each once it is asked for. */
export function streamOf(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const given = (async function* () {
    yield* pieces;
  })();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await given.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
