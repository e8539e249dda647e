-- Which configuration file says what a source is (null: people do, here), whether it names the key of the host as well, and
-- whether it says that a token has to be given here.
ALTER TABLE "Source" ADD COLUMN "declaredIn" TEXT,
ADD COLUMN "hostKeyDeclared" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "needsToken" BOOLEAN NOT NULL DEFAULT false;
