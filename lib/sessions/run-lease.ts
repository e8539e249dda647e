import { sql } from "@/lib/db/sql";

/** Over `"Run" run`: its server has stopped renewing its lease. The database's clock decides, for servers have several. */
export const isDeadSql = sql`run.state = 'running' AND run."leaseUntil" < clock_timestamp()`;

/** Over `"Run" run`: it goes on. A running run is alive or dead, never both. */
export const isAliveSql = sql`run.state = 'running' AND run."leaseUntil" >= clock_timestamp()`;
