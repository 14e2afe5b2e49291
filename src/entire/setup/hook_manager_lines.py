"""What to add to a hook manager's configuration so that it calls us.

A program that is not there must not stop anybody's commit or push; a push that we refuse must fail.
"""

HUSKY = """\
# .husky/prepare-commit-msg
entire hooks git prepare-commit-msg "$@" 2>/dev/null || :
# .husky/commit-msg
entire hooks git commit-msg "$@" 2>/dev/null || :
# .husky/post-commit
entire hooks git post-commit 2>/dev/null || :
# .husky/post-rewrite
entire hooks git post-rewrite "$@" 2>/dev/null || :
# .husky/pre-push
! command -v entire >/dev/null || entire hooks git pre-push "$@"
"""

LEFTHOOK = """\
prepare-commit-msg:
  commands:
    entire:
      run: entire hooks git prepare-commit-msg {0} 2>/dev/null || true
commit-msg:
  commands:
    entire:
      run: entire hooks git commit-msg {0} 2>/dev/null || true
post-commit:
  commands:
    entire:
      run: entire hooks git post-commit 2>/dev/null || true
post-rewrite:
  commands:
    entire:
      use_stdin: true
      run: entire hooks git post-rewrite {0} 2>/dev/null || true
pre-push:
  commands:
    entire:
      use_stdin: true
      run: "! command -v entire >/dev/null || entire hooks git pre-push {0}"
"""

OVERCOMMIT = """\
PrepareCommitMsg:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', 'entire hooks git prepare-commit-msg "$@" 2>/dev/null || :', 'sh']
CommitMsg:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', 'entire hooks git commit-msg "$@" 2>/dev/null || :', 'sh']
PostCommit:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', 'entire hooks git post-commit 2>/dev/null || :', 'sh']
PostRewrite:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', 'entire hooks git post-rewrite "$@" 2>/dev/null || :', 'sh']
PrePush:
  Entire:
    enabled: true
    quiet: true
    command: ['sh', '-c', '! command -v entire >/dev/null || entire hooks git pre-push "$@"', 'sh']
"""

HK = """\
hooks {
  ["prepare-commit-msg"] { steps { ["entire"] {
    check = "entire hooks git prepare-commit-msg {{hook_args}} 2>/dev/null || :"
  } } }
  ["commit-msg"] { steps { ["entire"] {
    check = "entire hooks git commit-msg {{hook_args}} 2>/dev/null || :"
  } } }
  ["post-commit"] { steps { ["entire"] {
    check = "entire hooks git post-commit 2>/dev/null || :"
  } } }
  ["post-rewrite"] { steps { ["entire"] {
    check = "entire hooks git post-rewrite {{hook_args}} 2>/dev/null || :"
    stdin = "{{hook_stdin}}"
  } } }
  ["pre-push"] { steps { ["entire"] {
    check = "! command -v entire >/dev/null || entire hooks git pre-push {{hook_args}}"
    stdin = "{{hook_stdin}}"
  } } }
}
"""
