-- Which skills of a source are taken (empty: all), and what of it is left out: globs over its folders and names of skills.
ALTER TABLE "Source" ADD COLUMN "include" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "exclude" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
