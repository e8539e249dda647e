-- Databases that had the function before it was mended get the same one: it gave itself a parameter, which only a
-- superuser may create, and so a dump of it could not be restored under an ordinary owner.
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
