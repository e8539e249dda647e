/** Of a text without a count of its provider's, on average. */
const bytesPerToken = 4;

/** What so many bytes of JSON come to, about. */
export const estimateTokens = (bytes: number): number => Math.ceil(bytes / bytesPerToken);
