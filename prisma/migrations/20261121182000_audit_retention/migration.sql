-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "auditDays" INTEGER;

ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_auditDays_check" CHECK ("auditDays" IS NULL OR "auditDays" BETWEEN 30 AND 36500);

-- CreateIndex
CREATE INDEX "Audit_workspaceId_at_idx" ON "Audit"("workspaceId", "at");

-- CreateIndex
CREATE INDEX "Audit_workspaceId_actorId_id_idx" ON "Audit"("workspaceId", "actorId", "id");

-- CreateIndex
CREATE INDEX "Audit_workspaceId_objectId_id_idx" ON "Audit"("workspaceId", "objectId", "id");

-- CreateIndex
CREATE INDEX "Audit_workspaceId_traceId_idx" ON "Audit"("workspaceId", "traceId");

-- The only way in which an audit row goes away: those of one workspace that are older than so many days, at least 30, and
-- with a row of its own that says how many. It runs as the owner of the tables; the app's role may only call it.
CREATE FUNCTION greenroom_retain_audit(p_workspace uuid, p_days integer, p_actor_id uuid, p_actor_name text, p_trace_id text, p_address text)
RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_before timestamptz;
  v_count integer;
BEGIN
  IF p_workspace IS NULL OR p_days IS NULL OR p_days < 30 THEN
    RAISE EXCEPTION 'audit rows are kept for 30 days at least' USING ERRCODE = 'check_violation';
  END IF;
  v_before := date_trunc('milliseconds', clock_timestamp() - make_interval(days => p_days));
  -- Not a SET of the function's own: only a superuser may give it a parameter that no extension has declared.
  PERFORM set_config('greenroom.retaining_audit', 'on', true);
  DELETE FROM public."Audit" WHERE "workspaceId" = p_workspace AND "at" < v_before;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM set_config('greenroom.retaining_audit', 'off', true);
  IF v_count > 0 THEN
    INSERT INTO public."Audit" ("workspaceId", "actorId", "actorName", action, "objectType", "objectId", "objectName", detail, "traceId", address)
    SELECT p_workspace, p_actor_id, p_actor_name, 'audit.retained', 'workspace', p_workspace::text,
      coalesce((SELECT name FROM public."Workspace" WHERE id = p_workspace), ''),
      jsonb_build_object('count', v_count, 'before', to_char(v_before AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'days', p_days),
      p_trace_id, p_address;
  END IF;
  RETURN v_count;
END
$$;

REVOKE ALL ON FUNCTION greenroom_retain_audit(uuid, integer, uuid, text, text, text) FROM PUBLIC;

-- A second line, for installations where one role owns the tables and runs the app: what is append-only is not changed by
-- mistake. Deleting a parent still removes its rows: a foreign key's own statement comes from inside a trigger.
CREATE FUNCTION greenroom_keep_rows() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF pg_trigger_depth() > 1 AND TG_OP <> 'TRUNCATE' THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'Audit' AND TG_OP = 'DELETE' AND current_setting('greenroom.retaining_audit', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

REVOKE ALL ON FUNCTION greenroom_keep_rows() FROM PUBLIC;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['Audit', 'Version', 'VersionFile', 'Event', 'AgentRevision', 'ReviewVerdict'] LOOP
    EXECUTE format(
      'CREATE TRIGGER greenroom_keep_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON public.%I FOR EACH STATEMENT EXECUTE FUNCTION greenroom_keep_rows()',
      v_table
    );
  END LOOP;
END
$$;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT EXECUTE ON FUNCTION greenroom_retain_audit(uuid, integer, uuid, text, text, text) TO greenroom_app;
  END IF;
END
$$;
