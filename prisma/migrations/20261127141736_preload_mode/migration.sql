-- A router's choice with the instructions of what it chose in the prompt, so that no model has to ask for them.
ALTER TYPE "CatalogueMode" ADD VALUE IF NOT EXISTS 'preload';
