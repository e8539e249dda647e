"""Stands in for packages that a host imports and that its skills do not need: nothing is installed for the bench."""

import importlib.abc
import importlib.machinery
import pathlib
import sys
import tomllib
import types
from unittest import mock


def anything():
    """An object that has every attribute and holds every key."""
    value = mock.MagicMock()
    value.__contains__.return_value = True
    return value


def stub_class(name):
    """A class that can be made with anything, subclassed and indexed as a generic."""
    if name.endswith(("Error", "Exception")):
        return type(name, (Exception,), {})
    return type(
        name,
        (),
        {
            "__init__": lambda self, *args, **named: None,
            "__getattr__": lambda self, attribute: anything(),
            "__class_getitem__": classmethod(lambda cls, item: cls),
        },
    )


class StubModule(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = stub_class(name) if name[:1].isupper() else anything()
        setattr(self, name, value)
        return value


class StubFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path, target=None):
        if any(name == stub or name.startswith(stub + ".") for stub in self.names):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return StubModule(spec.name)

    def exec_module(self, module):
        pass


def project_version(sources):
    """The release that the sources say they are."""
    return tomllib.loads(pathlib.Path(sources, "pyproject.toml").read_text("utf-8"))["project"]["version"]


def stub(*names):
    """Answers every import of these packages, and of what lies in them."""
    sys.meta_path.insert(0, StubFinder(names))


def package(name, folder):
    """A package whose own beginning is not run: the modules in it are imported one by one."""
    module = types.ModuleType(name)
    module.__path__ = [folder]
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)
    return module


def module(name, **members):
    """A module with just these members."""
    made = types.ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made
    parent, _, child = name.rpartition(".")
    if parent in sys.modules:
        setattr(sys.modules[parent], child, made)
    return made
