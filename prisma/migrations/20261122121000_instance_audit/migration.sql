-- Unlogged: counters of refused sign-ins that the trail does not yet say; a crash may lose a minute of them.
CREATE UNLOGGED TABLE "RefusedSignIn" (
    "key" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "address" TEXT,
    "userId" UUID,
    "typed" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RefusedSignIn_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "RefusedSignIn_since_idx" ON "RefusedSignIn"("since");

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "RefusedSignIn" TO greenroom_app;
  END IF;
END
$$;

-- The same function, which now also removes old rows of no workspace, the installation's own: no workspace, no name.
CREATE OR REPLACE FUNCTION greenroom_retain_audit(p_workspace uuid, p_days integer, p_actor_id uuid, p_actor_name text, p_trace_id text, p_address text)
RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_before timestamptz;
  v_count integer;
BEGIN
  IF p_days IS NULL OR p_days < 30 THEN
    RAISE EXCEPTION 'audit rows are kept for 30 days at least' USING ERRCODE = 'check_violation';
  END IF;
  v_before := date_trunc('milliseconds', clock_timestamp() - make_interval(days => p_days));
  -- Not a SET of the function's own: only a superuser may give it a parameter that no extension has declared.
  PERFORM set_config('greenroom.retaining_audit', 'on', true);
  IF p_workspace IS NULL THEN
    DELETE FROM public."Audit" WHERE "workspaceId" IS NULL AND "at" < v_before;
  ELSE
    DELETE FROM public."Audit" WHERE "workspaceId" = p_workspace AND "at" < v_before;
  END IF;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM set_config('greenroom.retaining_audit', 'off', true);
  IF v_count > 0 THEN
    INSERT INTO public."Audit" ("workspaceId", "actorId", "actorName", action, "objectType", "objectId", "objectName", detail, "traceId", address)
    SELECT p_workspace, p_actor_id, p_actor_name, 'audit.retained',
      CASE WHEN p_workspace IS NULL THEN 'installation' ELSE 'workspace' END, coalesce(p_workspace::text, 'instance'),
      coalesce((SELECT name FROM public."Workspace" WHERE id = p_workspace), ''),
      jsonb_build_object('count', v_count, 'before', to_char(v_before AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'days', p_days),
      p_trace_id, p_address;
  END IF;
  RETURN v_count;
END
$$;
