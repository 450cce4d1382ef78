"""Proof that what is accepted is kept, that nobody sees what they may not, and that nothing sent breaks a table.

Each proof is a command that goes as far as asked and can be stopped and taken up again (`python -m tests.proof.kill`,
`.interference`, `.frames`, `.reconnect`); the tests in this folder go a little way with each, and every proof has
controls: servers that are broken on purpose and must be caught.
"""
