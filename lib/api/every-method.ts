type Handler = (request: Request) => Response | Promise<Response>;

/** One handler for every method that a route may export: what is behind it says itself which of them it answers. */
export const everyMethod = (handler: Handler) => ({
  DELETE: handler,
  GET: handler,
  HEAD: handler,
  OPTIONS: handler,
  PATCH: handler,
  POST: handler,
  PUT: handler,
});
