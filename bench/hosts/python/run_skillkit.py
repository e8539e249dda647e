"""skillkit's LangChain tools from its source, with stand-ins for what LangChain makes of a function."""

import logging
import os
import sys

from pydantic import ValidationError
from stubs import module, project_version, stub


class ToolException(Exception):
    pass


class StructuredTool:
    def __init__(self, *, name, description, args_schema, func, coroutine):
        self.name, self.description, self.args_schema, self.func = name, description, args_schema, func

    def invoke(self, given):
        """As LangChain does: checked by the schema, and only what the schema names is handed on."""
        checked = self.args_schema.model_validate(given)
        return self.func(**{key: getattr(checked, key) for key in type(checked).model_fields})


def main(sources, request):
    stub("aiofiles")
    module("langchain_core")
    module("langchain_core.tools", StructuredTool=StructuredTool, ToolException=ToolException)
    sys.path.insert(0, os.path.join(sources, "src"))
    logging.disable(logging.ERROR)
    import skillkit
    from skillkit.core.manager import SkillManager
    from skillkit.integrations.langchain import create_langchain_tools

    manager = SkillManager(request["skills"])
    manager.discover()
    tools = {tool.name: tool for tool in create_langchain_tools(manager)}
    answers = []
    for call in request["calls"]:
        tool = tools.get(call["tool"])
        if tool is None:
            # The tool node of LangGraph answers it, not skillkit.
            answers.append({"value": None, "isError": True})
            continue
        try:
            answers.append({"value": tool.invoke(call["input"]), "isError": False})
        except (ToolException, ValidationError, skillkit.SkillsUseError) as error:
            answers.append({"value": f"Error: {error}", "isError": True})
    return {
        "version": project_version(sources),
        "system": "",
        "tools": [
            {"name": tool.name, "description": tool.description, "inputSchema": tool.args_schema.model_json_schema()}
            for tool in tools.values()
        ],
        "answers": answers,
        "refused": [],
    }
