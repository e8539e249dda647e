-- What a thumb says of a skill: its name as it was offered, and whether the message should have activated it.
ALTER TABLE "Feedback" ADD COLUMN "skill" TEXT, ADD COLUMN "shouldActivate" BOOLEAN;
