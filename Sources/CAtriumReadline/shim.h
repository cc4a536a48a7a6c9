// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef CREADLINE_SHIM_H
#define CREADLINE_SHIM_H

// Swift 6 does not let C's global variables be touched, since it cannot know who else does. All of these are touched
// on the main thread only; each setter below names the variable it sets.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <bits/types/cookie_io_functions_t.h>
#include <sys/prctl.h>
#include <termios.h>
#include <readline/readline.h>
#include <readline/history.h>

static inline void creadline_set_name(const char *name) { rl_readline_name = name; }
static inline void creadline_set_output(FILE *stream) { rl_outstream = stream; }
static inline void creadline_flush_output(void) { fflush(rl_outstream); }
static inline void creadline_print(const char *text) { fputs(text, rl_outstream); }

// Where bytes come from, and whether there are more.
static inline void creadline_set_input(rl_getc_func_t *read, rl_hook_func_t *has_more) {
    rl_getc_function = read;
    rl_input_available_hook = has_more;
}

// Readline's own signal handlers would end the process, and its own handling of LINES and COLUMNS would call setenv()
// beside other threads.
static inline void creadline_leave_signals_alone(void) {
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
}

// prctl() takes any number of arguments, which Swift cannot call.
static inline int creadline_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// The keys of signals reach Readline as others do: in a pasted text they are text.
static inline void creadline_prepare_terminal(int meta) {
    struct termios settings;
    rl_prep_terminal(meta);
    if (tcgetattr(0, &settings) != 0) return;
    settings.c_lflag &= ~ISIG;
    tcsetattr(0, TCSANOW, &settings);
}
static inline void creadline_take_signal_keys(void) { rl_prep_term_function = creadline_prepare_terminal; }

static inline const char *creadline_line(void) { return rl_line_buffer; }
static inline int creadline_length(void) { return rl_end; }
static inline int creadline_point(void) { return rl_point; }
static inline void creadline_move_to_end(void) { rl_point = rl_end; }
static inline unsigned long creadline_state(void) { return rl_readline_state; }

// The bytes of the key whose function runs, or of which the first ones have been read.
static inline const char *creadline_key(void) { return rl_executing_keyseq ? rl_executing_keyseq : ""; }

static inline void creadline_bind_tab(rl_command_func_t *command) {
    rl_bind_key_in_map('\t', command, emacs_standard_keymap);
    rl_bind_key_in_map('\t', command, vi_insertion_keymap);
}

// Declared by <stdio.h> only under _GNU_SOURCE, with which this module would disagree with Swift's Glibc on other types.
extern FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);

// Another display than Readline's own; none gives it back its own.
static inline void creadline_set_redisplay(rl_voidfunc_t *function) {
    rl_redisplay_function = function ? function : rl_redisplay;
}
static inline void creadline_redisplay(void) { (*rl_redisplay_function)(); }
// What stands before the line when it is not the prompt: a search, an argument; NULL for the prompt.
static inline const char *creadline_message(void) { return rl_display_prompt == rl_prompt ? NULL : rl_display_prompt; }
static inline int creadline_mark(void) { return rl_mark_active_p() ? rl_mark : -1; }
static inline const char *creadline_keys(void) { return rl_executing_keyseq; }
static inline int creadline_key_count(void) { return rl_key_sequence_length; }
// What Readline takes for the command before the next one.
static inline void creadline_set_last(rl_command_func_t *function) { rl_last_func = function; }
// The maps that keys of the shell are bound in.
static inline Keymap creadline_map(int index) {
    return index == 0 ? emacs_standard_keymap : index == 1 ? vi_insertion_keymap : vi_movement_keymap;
}
// Whether bytes are left that Readline has put back, and rl_read_key() would give them: it gives others before them.
// Readline has this for itself, and exports it.
extern int _rl_pushed_input_available(void);
static inline int creadline_has_pushed(void) {
    return _rl_pushed_input_available() && !(rl_readline_state & (RL_STATE_INPUTPENDING | RL_STATE_MACROINPUT));
}
// Whether what follows a character is read with it, up to the next key.
extern int _rl_optimize_typeahead;
static inline void creadline_read_ahead(int isOn) { _rl_optimize_typeahead = isOn; }
// Whether Escape was read, once or twice, and nothing behind it yet.
static inline int creadline_is_after_escape(void) {
    if (!(rl_readline_state & RL_STATE_MULTIKEY) || rl_executing_keyseq[0] != ESC) return 0;
    return rl_key_sequence_length == 1 || (rl_key_sequence_length == 2 && rl_executing_keyseq[1] == ESC);
}
// Whether a key was read that begins others and is no Escape, such as Ctrl-X.
static inline int creadline_is_in_prefix(void) {
    return (rl_readline_state & RL_STATE_MULTIKEY) && rl_key_sequence_length > 0 && rl_executing_keyseq[0] != ESC;
}
// What Escape alone does in vi's insertion, where it begins other keys too: Readline keeps that beside them.
static inline rl_command_func_t *creadline_vi_escape(void) {
    if (vi_insertion_keymap[ESC].type != ISKMAP) return vi_insertion_keymap[ESC].function;
    return ((Keymap)vi_insertion_keymap[ESC].function)[ANYOTHERKEY].function;
}
static inline void creadline_set_vi_escape(rl_command_func_t *function) {
    if (vi_insertion_keymap[ESC].type != ISKMAP) return;
    Keymap keys = (Keymap)vi_insertion_keymap[ESC].function;
    keys[ANYOTHERKEY].type = ISFUNC;
    keys[ANYOTHERKEY].function = function;
}
static inline int creadline_is_vi_command(void) { return rl_editing_mode == 0 && rl_get_keymap() == vi_movement_keymap; }
static inline int creadline_is_vi(void) { return rl_editing_mode == 0; }
static inline void creadline_set_point(int point) { rl_point = point < 0 ? 0 : point > rl_end ? rl_end : point; }

// Meta-Enter does not turn to vi's keys, before ~/.inputrc is read, which may have it do so.
static inline void creadline_unbind_vi_key(void) {
    rl_unbind_key_in_map(RETURN, emacs_meta_keymap);
    rl_unbind_key_in_map(NEWLINE, emacs_meta_keymap);
}

// The arrows up and down look for lines that begin like what is typed, unless ~/.inputrc has them do something else.
static inline void creadline_search_by_arrows(void) {
    static const char *const keys[4] = {"\033[A", "\033OA", "\033[B", "\033OB"};
    for (int index = 0; index < 2; index++) {
        for (int key = 0; key < 4; key++) {
            rl_command_func_t *plain = key < 2 ? rl_get_previous_history : rl_get_next_history;
            int kind = 0;
            rl_command_func_t *bound = rl_function_of_keyseq(keys[key], creadline_map(index), &kind);
            if (kind != ISFUNC || bound != plain) continue;
            rl_command_func_t *search = key < 2 ? rl_history_search_backward : rl_history_search_forward;
            rl_bind_keyseq_in_map(keys[key], search, creadline_map(index));
        }
    }
}

// Has a key do something else, if it does what it does by default.
static inline void creadline_replace(int map, const char *key, rl_command_func_t *plain, rl_command_func_t *function) {
    int kind = 0;
    rl_command_func_t *bound = rl_function_of_keyseq(key, creadline_map(map), &kind);
    if (kind == ISFUNC && bound == plain) rl_bind_keyseq_in_map(key, function, creadline_map(map));
}

// A stream whose bytes a function takes.
static inline FILE *creadline_stream(ssize_t (*write)(void *, const char *, size_t)) {
    cookie_io_functions_t functions = {0};
    functions.write = write;
    return fopencookie(NULL, "w", functions);
}

#endif
