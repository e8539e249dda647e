-- Of what is there nobody knows whether it holds words; where a workspace keeps none, it goes.
ALTER TABLE "ServedSession" ADD COLUMN "hasWords" BOOLEAN NOT NULL DEFAULT true;
