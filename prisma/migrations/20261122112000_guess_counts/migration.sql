-- Unlogged: a count lives for minutes, is written at every attempt to sign in, and may be lost in a crash.
CREATE UNLOGGED TABLE "GuessCount" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "waits" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GuessCount_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "GuessCount_since_idx" ON "GuessCount"("since");

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "GuessCount" TO greenroom_app;
  END IF;
END
$$;
