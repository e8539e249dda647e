-- How the model ended its last answer. Of runs that ended before it is not kept: their events tell it.
CREATE TYPE "AnswerKind" AS ENUM ('answered', 'refused', 'cut', 'empty', 'unfinished');
ALTER TABLE "Run" ADD COLUMN "answer" "AnswerKind";
