-- A server is ready once the database has its release's migrations; their names and checksums are no secret.
DO $$
BEGIN
  -- Both absent in the shadow database that `prisma migrate dev` replays migrations in, or with one role for everything.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') AND to_regclass('_prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON "_prisma_migrations" TO greenroom_app;
  END IF;
END
$$;
