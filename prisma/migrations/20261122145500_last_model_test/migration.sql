-- What did not work when a model was last tested: nothing when it passed. Models from before were only kept when they
-- answered, and nobody wrote down whether their tools worked.
ALTER TABLE "ModelConnection" ADD COLUMN "testLacks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
