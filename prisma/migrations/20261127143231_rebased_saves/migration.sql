-- A save that went through beside another's: whoever made it has not seen all of what the draft holds since.
ALTER TABLE "DraftSave" ADD COLUMN rebased BOOLEAN NOT NULL DEFAULT false;
