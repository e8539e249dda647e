// An address that leads to a pooler which keeps no sessions, where Postgres itself was expected. No dependencies.

/** PgBouncer's own words, to whoever begins a session with anything that is to last for all of it. */
export const isRefusedByPooler = (error) =>
  error instanceof Error && error.message.includes("unsupported startup parameter");

export const POOLED_ADDRESS =
  "DATABASE_URL or DATABASE_OWNER_URL is a pooler that keeps no sessions; name Postgres itself, past it, with DATABASE_DIRECT_URL and DATABASE_OWNER_URL, then start again";
