-- By what an agent takes skills. Agents of before say nothing: they go on with what they are assigned.
ALTER TABLE "Agent" ADD COLUMN "choiceRule" JSONB NOT NULL DEFAULT '{}';
