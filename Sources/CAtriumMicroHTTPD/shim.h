// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <sys/socket.h>

// MHD_start_daemon() takes options of any type, and MHD_get_connection_info() any number of arguments, which Swift cannot
// call.
static inline struct MHD_Daemon *cmicrohttpd_start(
    const struct sockaddr *address, int is_of_version_6, MHD_AccessHandlerCallback answer,
    void *(*begin)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback end,
    MHD_NotifyConnectionCallback notice, void *context, unsigned int connections, size_t memory, unsigned int seconds) {
    unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC;
    return MHD_start_daemon(
        flags | (is_of_version_6 ? MHD_USE_IPv6 : 0), 0, NULL, NULL, answer, context, MHD_OPTION_SOCK_ADDR, address,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
        MHD_OPTION_CONNECTION_TIMEOUT, seconds, MHD_OPTION_URI_LOG_CALLBACK, begin, context,
        MHD_OPTION_NOTIFY_COMPLETED, end, context, MHD_OPTION_NOTIFY_CONNECTION, notice, context, MHD_OPTION_END);
}

static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// Constants whose names in Swift depend on the version of the library.
static inline enum MHD_Result cmicrohttpd_yes(void) { return MHD_YES; }
static inline enum MHD_Result cmicrohttpd_no(void) { return MHD_NO; }
static inline int cmicrohttpd_is_start(enum MHD_ConnectionNotificationCode code) {
    return code == MHD_CONNECTION_NOTIFY_STARTED;
}
static inline const char *cmicrohttpd_field(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

// Answers with a status and nothing else.
static inline enum MHD_Result cmicrohttpd_answer(struct MHD_Connection *connection, unsigned int status) {
    struct MHD_Response *response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, "Connection", "close");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

#endif
