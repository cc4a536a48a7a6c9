// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

// curl_easy_setopt() and curl_easy_getinfo() take any type, which Swift cannot call.
static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_headers(CURL *handle, struct curl_slist *headers) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}
static inline CURLcode ccurl_set_body(CURL *handle, const void *bytes, long count) {
    CURLcode status = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
    return status != CURLE_OK ? status : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}
static inline CURLcode ccurl_set_writer(
    CURL *handle, size_t (*writer)(char *, size_t, size_t, void *), void *context) {
    CURLcode status = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
    return status != CURLE_OK ? status : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static inline long ccurl_get_number(CURL *handle, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}
static inline const char *ccurl_get_text(CURL *handle, CURLINFO info) {
    const char *value = NULL;
    curl_easy_getinfo(handle, info, &value);
    return value;
}

// The other protocols of the library are no business of ours.
static inline CURLcode ccurl_set_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Basic authentication, which is a macro that Swift does not see.
static const long ccurl_basic = 1L << 0;

#endif
